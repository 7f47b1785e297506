// Another tab has signed in as somebody else: the session of this one is over, which it says before it becomes the other's.
import { useLanguage, useMessages } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'

const en = {
  title: 'Another account has signed in',
  about:
    'In another tab somebody has signed in with another account. This tab still shows what you saw before; it can save nothing any more. Copy what you have typed, if you need it, and reload.',
}

const sw: typeof en = {
  title: 'Akaunti nyingine imeingia',
  about:
    'Katika kichupo kingine mtu ameingia kwa akaunti nyingine. Kichupo hiki bado kinaonyesha ulichokiona awali, lakini hakiwezi kuhifadhi chochote. Nakili ulichoandika, ukikihitaji, kisha pakia upya.',
}

const messages = { en, sw }

/** OtherAccount leads to the account that is signed in now. It can be closed, to copy what was typed. */
export function OtherAccount({ onClose }: { readonly onClose: () => void }) {
  const m = useMessages(messages)
  const { common } = useLanguage()
  const reload = (
    <Button kind="primary" onClick={() => location.reload()}>
      {common.states.reload}
    </Button>
  )
  return <Dialog open title={m.title} about={m.about} footer={reload} onClose={onClose} />
}
