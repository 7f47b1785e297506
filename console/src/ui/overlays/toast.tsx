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

/** toastError shows why something was refused, until it is closed. */
export function toastError(error: Error): void {
  toastRefusal(error, undefined)
}

/** toastRefusal is toastError with what was typed, so that it is not lost. */
export function toastRefusal(error: Error, typed: string | undefined): void {
  errors.add(
    manager.add({ title: error.message, description: typed, type: 'error', priority: 'high', timeout: 0 }),
  )
}

/**
 * useFailure returns a toastError that names what has failed, and does it again where somebody asks for that. It is for what does no
 * harm twice.
 */
export function useFailure(what: string, act: () => unknown): (error: Error) => void {
  const { common } = useLanguage()
  return (error) => {
    const onClick = () => {
      manager.close(id)
      act()
    }
    const actionProps = { children: common.actions.retry, onClick }
    const look = { type: 'error', priority: 'high', timeout: 0, actionProps } as const
    const id = manager.add({ title: what, description: error.message, ...look })
    errors.add(id)
  }
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
    <Toast.Root key={one.id} toast={one} className={classes.toast}>
      <Toast.Content className={classes.content}>
        <div className={classes.text}>
          <Toast.Title className={classes.title} />
          <Toast.Description className={classes.description} />
        </div>
        {one.actionProps === undefined ? null : <Toast.Action render={<Button />} />}
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
