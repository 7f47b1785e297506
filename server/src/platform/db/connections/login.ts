// Logging in as a role that code of a project runs as: such code may change the password of its own role.

/** connectRestoringPassword connects; where the password is refused, it restores it and connects once more. */
export async function connectRestoringPassword<T>(
  connect: () => Promise<T>,
  restore: (() => Promise<void>) | undefined,
): Promise<T> {
  try {
    return await connect()
  } catch (error) {
    if (restore === undefined || (error as { code?: string }).code !== '28P01') throw error
    await restore()
    return connect()
  }
}
