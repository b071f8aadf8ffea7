/** A translated sentence with `<b>` in it. Nothing else is markup; the text itself is never read as HTML. */
import { Fragment } from "react";

export const Rich = ({ text }: { text: string }) =>
  text.split(/(<b>.*?<\/b>)/).map((part, index) =>
    // The parts of one sentence never change places.
    part.startsWith("<b>") && part.endsWith("</b>") ? <b key={index}>{part.slice(3, -4)}</b> : <Fragment key={index}>{part}</Fragment>,
  );
