// What a button does: where it fails, it is said what has failed and why, and it can be done again.
import { type UseMutationOptions, type UseMutationResult, useMutation } from '@tanstack/react-query'
import { toastFailure } from '#ui/overlays/toast.tsx'

/** ActOptions are those of a mutation. A failure for which `isShown` is true stands elsewhere on the screen. */
export interface ActOptions<Result, Input>
  extends Omit<UseMutationOptions<Result, Error, Input>, 'mutationFn' | 'onError'> {
  readonly mutationFn: (input: Input) => Promise<Result>
  readonly isShown?: (error: Error) => boolean
}

/** useAct returns the mutation of a button; `name` is what the button says. Forms show their failures themselves. */
export function useAct<Result, Input = void>(
  name: string | ((input: Input) => string),
  { isShown, ...options }: ActOptions<Result, Input>,
): UseMutationResult<Result, Error, Input> {
  const attempt = useMutation<Result, Error, Input>({
    ...options,
    onError: (error, input) => {
      const what = typeof name === 'string' ? name : name(input)
      if (isShown?.(error) !== true) toastFailure(what, error, () => attempt.mutate(input))
    },
  })
  return attempt
}
