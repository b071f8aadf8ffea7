/** Labelled fields of a form. A fault stands at its field, and is read with it. */
import { type InputHTMLAttributes, type ReactNode, type TextareaHTMLAttributes, useId } from "react";

type Frame = { label: string; help?: ReactNode; fault?: string | null; tail?: ReactNode };

const Around = ({ id, label, help, fault, tail, children }: Frame & { id: string; children: ReactNode }) => (
  <div className="field">
    <label htmlFor={id}>
      {label}
      {tail !== undefined && <span className="tail">{tail}</span>}
    </label>
    {children}
    {fault != null && (
      <p className="fault" id={`${id}-fault`}>
        {fault}
      </p>
    )}
    {help !== undefined && (
      <p className="hint" id={`${id}-help`}>
        {help}
      </p>
    )}
  </div>
);

const said = (id: string, { help, fault }: Frame) => ({
  id,
  "aria-invalid": fault != null,
  "aria-describedby": [fault != null && `${id}-fault`, help !== undefined && `${id}-help`].filter(Boolean).join(" ") || undefined,
});

type InputProps = Frame & Omit<InputHTMLAttributes<HTMLInputElement>, "onChange" | "value"> & { value: string; onText(text: string): void };

export const TextField = ({ label, help, fault, tail, onText, ...input }: InputProps) => {
  const id = useId();
  const frame = { label, help, fault: fault ?? null, tail };
  return (
    <Around id={id} {...frame}>
      <input
        type="text"
        autoComplete="off"
        spellCheck={false}
        {...input}
        {...said(id, frame)}
        onChange={(event) => onText(event.target.value)}
      />
    </Around>
  );
};

type AreaProps = Frame &
  Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "onChange" | "value"> & { value: string; onText(text: string): void };

export const TextArea = ({ label, help, fault, tail, onText, ...area }: AreaProps) => {
  const id = useId();
  const frame = { label, help, fault: fault ?? null, tail };
  return (
    <Around id={id} {...frame}>
      <textarea spellCheck={false} {...area} {...said(id, frame)} onChange={(event) => onText(event.target.value)} />
    </Around>
  );
};

type ChoiceProps<V extends string> = Frame & { value: V; options: readonly { value: V; text: string }[]; onChoose(value: V): void };

export const Choice = <V extends string>({ label, help, fault, tail, value, options, onChoose }: ChoiceProps<V>) => {
  const id = useId();
  const frame = { label, help, fault: fault ?? null, tail };
  return (
    <Around id={id} {...frame}>
      <select value={value} {...said(id, frame)} onChange={(event) => onChoose(event.target.value as V)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
    </Around>
  );
};

export const Tick = ({
  label,
  help,
  checked,
  onTick,
}: {
  label: string;
  help?: string;
  checked: boolean;
  onTick(checked: boolean): void;
}) => {
  const id = useId();
  return (
    <div className="tick">
      <input
        id={id}
        type="checkbox"
        checked={checked}
        aria-describedby={help === undefined ? undefined : `${id}-help`}
        onChange={(event) => onTick(event.target.checked)}
      />
      <div>
        <label htmlFor={id}>{label}</label>
        {help !== undefined && (
          <p className="hint" id={`${id}-help`}>
            {help}
          </p>
        )}
      </div>
    </div>
  );
};

/** One of a few, side by side; arrow keys move the choice. */
export const Radios = <V extends string>({
  label,
  value,
  options,
  onChoose,
}: {
  label: string;
  value: V;
  options: readonly { value: V; text: string; help?: string }[];
  onChoose(value: V): void;
}) => {
  const name = useId();
  return (
    <fieldset className="radios">
      <legend>{label}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input type="radio" name={name} checked={option.value === value} onChange={() => onChoose(option.value)} />
          <span>
            {option.text}
            {option.help !== undefined && <small className="hint">{option.help}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  );
};
