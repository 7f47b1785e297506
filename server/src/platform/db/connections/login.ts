// Logging in as a role that code of a project runs as: such code may change the password of its own role.

/** perseveringly connects; where the password is refused, it has that restored and connects once more. */
export async function perseveringly<T>(
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
