/** Grey bars in the final geometry; they show only after 150 ms. */
export function Skeleton({ rows, label }: { rows: number; label: string }) {
  return (
    <div className="skeleton" role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars have no identity
        <div key={row} className="sk" style={{ width: `${92 - ((row * 17) % 40)}%` }} />
      ))}
    </div>
  );
}
