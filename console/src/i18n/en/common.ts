/** common is what several screens and all components say. */
export const common = {
  product: 'Msingi',
  actions: {
    cancel: 'Cancel',
    close: 'Close',
    copy: 'Copy',
    copied: 'Copied',
    create: 'Create',
    retry: 'Try again',
    search: 'Search',
    more: 'Show more',
    menu: 'Actions',
    done: 'Done',
  },
  states: {
    loading: 'Loading',
    failed: 'This could not be loaded',
    offline: 'The server cannot be reached. Check your connection.',
    nothing: 'Nothing matches the search.',
    notFound: 'There is no such page',
    notFoundHint: 'The address may be misspelt, or what was here is gone.',
    crashed: 'This screen has failed',
    crashedHint:
      'Nothing that was saved is lost. Reload the page; if it happens again, report the message below.',
    reload: 'Reload',
    home: 'All projects',
    oldBrowser:
      'This browser is too old for the console. Use Chrome or Edge 120, Firefox 135, Safari 18.4 or later.',
  },
  confirm: { type: (name: string) => `Type “${name}” to confirm` },
  never: 'Never',
  unsaved: 'What you have typed is not saved. Leave anyway?',
}
