// Texts on the clipboard of the system.
import { toastRefusal } from './toast.tsx'

/** copy copies a text, and reports whether it could: without HTTPS a browser has no clipboard, and the text is shown to be copied by hand. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    toastRefusal(text)
    return false
  }
}
