/** ANY_KEY is the caller that stands for whatever publishable key. */
export const ANY_KEY = 'key:publishable'
