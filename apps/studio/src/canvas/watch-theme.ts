/** Calls when the colours of the page may have changed: by the reader's choice here, or of the system. */
export function watchTheme(onChange: () => void): () => void {
  const chosen = new MutationObserver(onChange);
  chosen.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'class'] });
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  dark.addEventListener('change', onChange);
  return () => {
    chosen.disconnect();
    dark.removeEventListener('change', onChange);
  };
}
