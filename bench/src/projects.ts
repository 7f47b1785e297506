export async function benchProjects(_: number | undefined): Promise<void> {}
