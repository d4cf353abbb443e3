import { Search } from 'lucide-react';

export interface SearchFieldProps {
  /** Its name, and what stands in it while it is empty. */
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly className?: string;
  /** What is asked of the service has a length that it takes. */
  readonly maxLength?: number;
}

/** A field that narrows down what stands below it. */
export function SearchField({ label, value, onChange, className = 'in', maxLength }: SearchFieldProps) {
  return (
    <span className="in-icon">
      <Search className="i" aria-hidden />
      <input
        className={className}
        type="search"
        aria-label={label}
        placeholder={label}
        maxLength={maxLength}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </span>
  );
}
