import { Card } from '../../ui/index.ts'
import styles from './InfoSteps.module.css'

export const InfoSteps = ({ steps }: { steps: readonly string[] }) => (
  <Card>
    <ol className={styles.steps}>
      {steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  </Card>
)
