/** Where a file lies: a link where the system's browser may be handed it, else text. */

/** Main opens nothing else (`electron/security/externalLinks.ts`). */
const isLink = (url: string): boolean => /^https:\/\//i.test(url);

export const FileAddress = ({ url, text }: { url: string; text: string }) =>
  isLink(url) ? (
    <a href={url} target="_blank" rel="noreferrer" title={url}>
      {text}
    </a>
  ) : (
    <span title={url}>{text}</span>
  );
