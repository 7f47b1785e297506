// /console/preview: shows HTML that somebody else wrote, such as a mail, in a document without an origin. The page that
// frames it sends the text by postMessage; scripts in it do not run, since only the one below has a matching hash.
import { createHash } from 'node:crypto'
import { previewPolicy } from './content-security.ts'

const SCRIPT = `addEventListener('message', ({ source, data }) => {
  if (source === parent && typeof data === 'string') document.body.innerHTML = data
})
parent.postMessage('ready', '*')
`

/** PREVIEW is the document. */
export const PREVIEW = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Preview</title>
<body>
<script>${SCRIPT}</script>
</body>
</html>
`

/** PREVIEW_POLICY is its content security policy. */
export const PREVIEW_POLICY = previewPolicy(`sha256-${createHash('sha256').update(SCRIPT).digest('base64')}`)
