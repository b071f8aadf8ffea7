/** Hands a text to the browser's downloads, which ask where to put it or put it where downloads go. */
export const saveFile = (name: string, type: string, text: string): void => {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
};

/** A file name that every system takes. */
export const fileName = (title: string, extension: string): string => {
  const plain = title
    .replace(/[\\/:*?"<>|\p{Cc}]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim()
    .replace(/\.+$/, "");
  return `${plain === "" ? "file" : plain}.${extension}`;
};
