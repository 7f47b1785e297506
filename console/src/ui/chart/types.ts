// What a chart takes, without the part that draws it.

/** ChartProps are the points from left to right: a label and a value each; null leaves a gap. */
export interface ChartProps {
  /** label says what is drawn. */
  readonly label: string
  readonly shape: 'bars' | 'line'
  readonly x: { readonly title: string; readonly labels: readonly string[] }
  readonly y: { readonly title: string; readonly values: readonly (number | null)[] }
}
