// The credentials that the simulators of this server accept. Whoever uses them without others has an account for each project,
// so that no project uses up what another one is granted.

/** SIMULATED_A is the account of the simulated provider A. */
export const SIMULATED_A = {
  shortcode: '174379',
  consumer_key: 'simulated-consumer-key',
  consumer_secret: 'simulated-consumer-secret',
  passkey: 'bfb279f9aa9bdbcf158e97dd71a467cd2e0c893059b10f78e6b72ada1ed2c919',
} as const

/** SIMULATED_B is the account of the simulated provider B. */
export const SIMULATED_B = {
  api_key: 'snp_simulated',
  webhook_secret: 'simulated-webhook-secret',
} as const

/** simulatedA returns the account of a project with the simulated provider A. */
export function simulatedA(projectId: string) {
  return { ...SIMULATED_A, consumer_key: `${SIMULATED_A.consumer_key}-${projectId}` }
}

/** simulatedB returns the account of a project with the simulated provider B. */
export function simulatedB(projectId: string) {
  return { ...SIMULATED_B, api_key: `${SIMULATED_B.api_key}_${projectId}` }
}
