/** Parts without state of their own. */
import type { ReactNode } from "react";
import type { AlarmPriority } from "../../shared/model/alarm.ts";

/** A priority's number in its own shape: square, disc, ring. */
export const Priority = ({ priority, text, label }: { priority: AlarmPriority | null; text?: string; label?: string }) => (
  <span
    className={`prio ${priority === null ? "none" : `p${priority}`}`}
    {...(label ? { role: "img", "aria-label": label } : { "aria-hidden": true })}
  >
    {text ?? priority}
  </span>
);

/** A place without content: what it will show, what is waited for, what to do. */
export const Empty = ({ title, text, low, children }: { title: string; text?: string; low?: boolean; children?: ReactNode }) => (
  <div className={`empty${low ? " low" : ""}`}>
    {low ? <p>{title}</p> : <h2>{title}</h2>}
    {text && <p>{text}</p>}
    {children}
  </div>
);

export const Card = ({
  title,
  tail,
  className,
  children,
}: {
  title: string;
  tail?: ReactNode;
  className?: string;
  children: ReactNode;
}) => (
  <section className={`card${className ? ` ${className}` : ""}`} aria-label={title}>
    <header>
      <h2>{title}</h2>
      {tail !== undefined && <span className="tail">{tail}</span>}
    </header>
    {children}
  </section>
);
