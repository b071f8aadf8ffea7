/** A button that lets a person choose a file. */
import { useRef } from "react";

type FileButtonProps = { text: string; accept: string; className?: string; disabled?: boolean; onFile(file: File): void };

export const FileButton = ({ text, accept, className, disabled, onFile }: FileButtonProps) => {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" className={className} disabled={disabled} onClick={() => input.current?.click()}>
        {text}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // The same file may be chosen again after it was mended.
          event.target.value = "";
          if (file !== undefined) onFile(file);
        }}
      />
    </>
  );
};
