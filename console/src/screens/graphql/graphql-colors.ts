// GraphQL as it is shown before somebody writes: in its colors, without a schema.
import { StreamLanguage } from '@codemirror/language'

const KEYWORDS = new Set(['query', 'mutation', 'subscription', 'fragment', 'on'])
const TOKENS: readonly (readonly [RegExp, string | ((text: string) => string | null)])[] = [
  [/^#.*/, 'comment'],
  [/^"(?:[^"\\]|\\.)*"?/, 'string'],
  [/^-?\d[\d.eE+-]*/, 'number'],
  [/^(?:true|false|null)\b/, 'atom'],
  [/^\$\w+/, 'variableName'],
  [/^@\w+/, 'modifier'],
  [/^[A-Za-z_]\w*/, (text) => (KEYWORDS.has(text) ? 'keyword' : 'propertyName')],
]

/** colors is that language. */
export const colors = StreamLanguage.define({
  token: (stream) => {
    for (const [pattern, style] of TOKENS) {
      const found = stream.match(pattern)
      if (found !== null && typeof found !== 'boolean')
        return typeof style === 'string' ? style : style(found[0])
    }
    stream.next()
    return null
  },
})
