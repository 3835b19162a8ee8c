// Sets the theme before the first paint: a classic script, since a module would run too late. Code that
// changes `theme` in the storage dispatches the event `theme`.

(() => {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const contrast = matchMedia('(prefers-contrast: more)');

  function wish() {
    try {
      return JSON.parse(localStorage.getItem('theme') ?? '"auto"');
    } catch {
      return 'auto';
    }
  }

  function apply() {
    const theme = wish();
    const natural = contrast.matches ? 'contrast' : dark.matches ? 'dark' : 'light';
    const known = ['light', 'dark', 'contrast'].includes(theme);
    document.documentElement.dataset['theme'] = known ? theme : natural;
  }

  apply();
  addEventListener('theme', apply);
  dark.addEventListener('change', apply);
  contrast.addEventListener('change', apply);
})();
