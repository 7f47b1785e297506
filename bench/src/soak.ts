export async function benchSoak(_: number | undefined): Promise<void> {}
