// Reading the description: its operations, and what its references lead to.

/** DescribedOperation is an operation of the description. */
export interface DescribedOperation {
  readonly id: string
  /** name is the method and the path, as `get /healthz`. */
  readonly name: string
  readonly path: string
  /** operation is as the document has it, with the parameters of its path among its own. */
  readonly operation: any
}

/** operationsOf lists the operations of a description. */
export function operationsOf(document: any): DescribedOperation[] {
  return Object.entries<any>(document.paths).flatMap(([path, { parameters = [], ...methods }]) =>
    Object.entries<any>(methods).map(([method, own]) => ({
      id: own.operationId,
      name: `${method} ${path}`,
      path,
      operation: { ...own, parameters: [...parameters, ...(own.parameters ?? [])] },
    })),
  )
}

/** resolve returns what a part is, or what it refers to. */
export function resolve(document: any, part: any): any {
  if (part?.$ref === undefined) return part
  const steps: string[] = part.$ref.slice(2).split('/')
  return steps.reduce((found, step) => found?.[step], document)
}
