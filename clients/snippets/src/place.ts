/** Place is where a program finds a project, and the key that it has, or what stands in their place. */
export interface Place {
  /** server is the server's address, such as https://api.example.com. */
  readonly server: string
  readonly project: string
  readonly key: string
}
