/** generateTypes returns TypeScript for a description. */
export function generateTypes(description: object): Promise<string>
