// Short messages about what has been done, announced to screen readers.
import { Toast } from '@base-ui/react/toast'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLanguage } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import classes from './toast.module.css'

const manager = Toast.createToastManager()

const errors = new Set<string>()

// Long enough to read it, think, and press the button.
const WITH_ACT_MS = 15_000

/** ToastAct is a button in a toast, such as Undo. */
export interface ToastAct {
  readonly label: string
  readonly onAct: () => unknown
}

/** toast shows a message for some seconds. With `act` it has a button, which closes it, and stays longer. */
export function toast(title: string, description?: string, act?: ToastAct): void {
  if (act === undefined) return void manager.add({ title, description })
  const id = manager.add({
    title,
    description,
    timeout: WITH_ACT_MS,
    actionProps: {
      children: act.label,
      onClick: () => {
        manager.close(id)
        act.onAct()
      },
    },
  })
}

const FAILED = { type: 'error', priority: 'high', timeout: 0 } as const

/** toastRefusal shows what the screen itself does not do, and why, until it is closed. */
export function toastRefusal(sentence: string): void {
  errors.add(manager.add({ title: sentence, ...FAILED }))
}

/** toastFailure says until it is closed what has failed and why, with a button that does it again. Mutations have useAct. */
export function toastFailure(what: string, error: Error, again: () => unknown): void {
  const onClick = () => {
    manager.close(id)
    again()
  }
  const id = manager.add({ title: what, description: error.message, ...FAILED, actionProps: { onClick } })
  errors.add(id)
}

/** closeErrors closes what was said of another screen. */
export function closeErrors(): void {
  for (const id of errors) manager.close(id)
  errors.clear()
}

/** ToastProvider shows the toasts of everything below it. */
export function ToastProvider({ children }: { readonly children: ReactNode }) {
  return (
    <Toast.Provider toastManager={manager}>
      {children}
      <Toast.Portal>
        <Toast.Viewport className={classes.viewport}>
          <Toasts />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function Toasts() {
  const { toasts } = Toast.useToastManager()
  const { common } = useLanguage()
  return toasts.map((one) => (
    // Its button acts once: one that fades out is no longer pressed.
    <Toast.Root
      key={one.id}
      toast={one}
      className={classes.toast}
      inert={one.limited || one.transitionStatus === 'ending'}
    >
      <Toast.Content className={classes.content}>
        <div className={classes.text}>
          <Toast.Title className={classes.title} />
          <Toast.Description className={classes.description} />
        </div>
        {one.actionProps === undefined ? null : (
          <Toast.Action render={<Button />}>{common.actions.retry}</Toast.Action>
        )}
        <Toast.Close
          aria-label={common.actions.close}
          render={
            <Button kind="quiet" size="icon">
              <X aria-hidden />
            </Button>
          }
        />
      </Toast.Content>
    </Toast.Root>
  ))
}
