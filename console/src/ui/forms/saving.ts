// How a form is saved: busy meanwhile, and where it is refused, each sentence of the server at the field that it is about.
import { createContext, useContext, useEffect, useState } from 'react'
import { toast } from '#ui/overlays/toast.tsx'

/** Saves are what a form does: `done` is said of it, and `onDone` follows with what `onSave` returned. */
export interface Saves<Result> {
  readonly onSave: () => Promise<Result> | Result
  readonly done?: string | undefined
  readonly onDone: (result: Result) => unknown
}

type Refusal = Error & { readonly errors?: readonly string[]; readonly field?: string }

interface Problems {
  readonly fields: ReadonlyMap<string, string>
  /** rest are the sentences that are about no field. */
  readonly rest: readonly string[]
}

const NONE: Problems = { fields: new Map(), rest: [] }

/** Saving is how far a form is: `run` saves it as `onSave` does, or in another way with the same kind of result. */
export interface Saving {
  readonly busy: boolean
  readonly saved: boolean
  readonly problems: Problems
  /** names are those of the fields that can have a problem. */
  readonly names: Set<string>
  readonly run: (save?: () => unknown) => Promise<void>
  /** touch takes back what the server has said of a field: it has another value now. */
  readonly touch: (name: string) => void
}

const SavingContext = createContext<Saving | undefined>(undefined)

/** SavingProvider lets the fields and buttons of a form know how it is saved. */
export const SavingProvider = SavingContext.Provider

/** useSaving saves one at a time. */
export function useSaving<Result>({ onSave, done, onDone }: Saves<Result>): Saving {
  const [names] = useState(() => new Set<string>())
  const [state, setState] = useState<'open' | 'busy' | 'saved'>('open')
  const [problems, setProblems] = useState(NONE)
  const run = async (save: () => unknown = onSave) => {
    if (state === 'busy') return
    setState('busy')
    setProblems(NONE)
    try {
      const result = (await save()) as Result
      if (done !== undefined) toast(done)
      await onDone(result)
      setState('saved')
    } catch (error) {
      setProblems(divide(error as Refusal, [...names]))
      setState('open')
    }
  }
  const touch = (name: string) =>
    setProblems((now) => {
      if (!now.fields.has(name)) return now
      return { ...now, fields: new Map([...now.fields].filter(([other]) => other !== name)) }
    })
  return { busy: state === 'busy', saved: state === 'saved', problems, names, run, touch }
}

// A sentence about a field begins with its path, which is the name of a field, or has it as a part, or the path stands beside it.
// Where a single field can be wrong, all are about it.
function divide({ message, errors = [], field: about }: Refusal, names: readonly string[]): Problems {
  const fields = new Map<string, string>()
  const rest: string[] = []
  for (const sentence of errors.length === 0 ? [message] : new Set(errors)) {
    const named = nameIn(/^[\w.]+/.exec(sentence)?.[0] ?? '', names) ?? nameIn(about ?? '', names)
    const field = names.length === 1 ? names[0] : named
    if (field === undefined) rest.push(sentence)
    else fields.set(field, [fields.get(field), sentence].filter(Boolean).join(' '))
  }
  return { fields, rest }
}

function nameIn(path: string, names: readonly string[]): string | undefined {
  const parts = path.split('.')
  return names.find((name) => name === path) ?? names.find((name) => parts.includes(name))
}

/** useFieldProblem is what the server says is wrong with a field of the form around it. */
export function useFieldProblem(name: string | undefined): string | undefined {
  const saving = useContext(SavingContext)
  const names = saving?.names
  useEffect(() => {
    if (name === undefined || names === undefined) return
    names.add(name)
    return () => {
      names.delete(name)
    }
  }, [name, names])
  return name === undefined ? undefined : saving?.problems.fields.get(name)
}

/** useTouched returns what a field of the form around it calls when it gets another value. */
export function useTouched(name: string | undefined): () => void {
  const saving = useContext(SavingContext)
  return () => name !== undefined && saving?.touch(name)
}

/** useSavingAround is how the form around it is saved. */
export function useSavingAround(): Saving {
  const saving = useContext(SavingContext)
  if (saving === undefined) throw new Error('There is no form around it.')
  return saving
}
