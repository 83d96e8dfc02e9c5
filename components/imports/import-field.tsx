import { useId } from "react";

interface ImportFieldProps {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Why the value can't be taken; null where it can. */
  readonly fault: string | null;
  readonly required?: boolean;
  readonly inputMode?: "numeric";
}

/** A line to fill in; what is wrong with it stands where its hint did. */
export function ImportField(props: ImportFieldProps) {
  const { name, label, hint, value, onChange, fault, required = false, inputMode } = props;
  const id = useId();
  return (
    <div className="grid items-baseline gap-x-3 gap-y-1 sm:grid-cols-[7rem_minmax(0,1fr)]">
      <label htmlFor={id} className="text-ink-2">
        {label}
      </label>
      <div>
        <input
          id={id}
          name={name}
          value={value}
          required={required}
          inputMode={inputMode}
          autoComplete="off"
          spellCheck={false}
          dir="auto"
          aria-describedby={`${id}-hint`}
          aria-invalid={fault !== null}
          onChange={({ target }) => onChange(target.value)}
          className={`h-8 w-full rounded-md border bg-transparent px-2 text-sm ${fault === null ? "border-hairline-strong" : "border-critical"}`}
        />
        <p
          id={`${id}-hint`}
          className={`mt-0.5 text-xs wrap-anywhere ${fault === null ? "text-ink-2" : "text-critical"}`}
        >
          {fault ?? hint}
        </p>
      </div>
    </div>
  );
}
