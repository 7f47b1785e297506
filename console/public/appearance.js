// Sets theme and density before the first paint, so that nothing flashes. ui/preferences.ts writes what is read here.
try {
  const { theme, density } = JSON.parse(localStorage.getItem('msingi:preferences') ?? '{}')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
  if (density === 'compact') document.documentElement.dataset.density = density
} catch {
  // Storage is blocked or broken: the system's theme it is.
}
