export function Logo() {
  return (
    <svg className="logo" viewBox="0 0 20 20" aria-hidden="true">
      <path d="M2 6h4.5M9.5 6H18M2 14h8.5M13.5 14H18M2 10h1M6 10h8M17 10h1" className="weft" />
      <path
        d="M5 2v2.5M5 7.500V18M10 2v6.500M10 11.500V18M15 2v2.500M15 7.500v5M15 15.500V18"
        className="warp"
      />
    </svg>
  );
}
