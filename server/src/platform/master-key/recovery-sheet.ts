// A page to print, with which the master key comes back when the machine is lost.
import { renderSVG } from 'uqr'
import { escapeHtml } from '#platform/http/answers/escape-html.ts'

/** RecoverySheet is what a sheet says. */
export interface RecoverySheet {
  readonly masterKey: string
  /** id is that of the key. */
  readonly id: string
  /** madeAt is the day of the sheet. */
  readonly madeAt: Date
}

/** writeSheet returns the page, as HTML. */
export function writeSheet({ masterKey, id, madeAt }: RecoverySheet): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Recovery sheet of Msingi, master key ${id}</title>
<style>
  body { font: 11pt/1.5 sans-serif; max-width: 42em; margin: 2em auto; color: #000; background: #fff }
  code { font: 12pt monospace; overflow-wrap: anywhere }
  svg { width: 6cm }
</style>
<h1>Recovery sheet</h1>
<p>Made on ${madeAt.toISOString().slice(0, 10)}. The master key with the id <code>${id}</code> is:</p>
<p><code>${escapeHtml(masterKey)}</code></p>
${renderSVG(masterKey, { ecc: 'M', border: 2 })}
<h2>What it opens</h2>
<p>The database of this installation of Msingi, and its backups that name this id. All secrets, signing keys and second
factors in them are sealed under it: without it they are lost, and who has it and a backup can read them.</p>
<h2>How to use it</h2>
<ol>
  <li>Restore a backup: <code>npm run admin -- restore BACKUP --into DATA</code></li>
  <li>Write the key as one line into the file <code>DATA/master.key</code>, or into the setting
    <code>MSINGI_MASTER_KEY</code>. The QR code holds the same text.</li>
  <li>Start the server with <code>MSINGI_DATA=DATA</code>. If it takes another key, it says the id of that one.</li>
</ol>
<p>Keep this sheet apart from the backups. After the master key was changed, make a new one, and keep this one for as long
as the backups from before.</p>
</html>
`
}
