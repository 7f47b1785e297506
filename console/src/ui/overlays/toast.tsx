// Short messages about what has been done, announced to screen readers.
import { Toast } from '@base-ui/react/toast'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLanguage } from '#i18n/language.tsx'
import { Button } from '#ui/buttons/button.tsx'
import classes from './toast.module.css'

const manager = Toast.createToastManager()

/** toast shows a message for some seconds. */
export function toast(title: string, description?: string): void {
  manager.add({ title, description })
}

/** toastError shows why something was refused, until it is closed. */
export function toastError(error: Error): void {
  manager.add({ title: error.message, type: 'error', priority: 'high', timeout: 0 })
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
