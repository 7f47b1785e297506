// A call in several languages, of which one is shown, to copy.
import type { Snippet } from '@msingi/snippets'
import { CopyButton } from '#ui/buttons/copy-button.tsx'
import { Tabs } from '#ui/page/tabs.tsx'
import classes from './code-snippets.module.css'

/** CodeSnippets shows the snippet of `language`, or the first. */
export function CodeSnippets({
  label,
  snippets,
  language,
  onLanguage,
}: {
  /** label names the choice of languages. */
  readonly label: string
  readonly snippets: readonly Snippet[]
  readonly language: string | undefined
  readonly onLanguage: (language: string) => void
}) {
  const shown = snippets.find(({ value }) => value === language) ?? snippets[0]
  return (
    <Tabs
      label={label}
      value={shown?.value ?? ''}
      onChange={onLanguage}
      tabs={snippets.map(({ value, title, code }) => ({
        value,
        title,
        content: <Code title={title} text={code} />,
      }))}
    />
  )
}

function Code({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <section className={classes.code} aria-label={title}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled with the keyboard. */}
      <pre tabIndex={0}>{text}</pre>
      <CopyButton text={text} what={title} />
    </section>
  )
}
