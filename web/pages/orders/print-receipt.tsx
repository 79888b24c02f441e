import type { Order } from '@handsfree/core/contract'
import { type ReceiptOptions, type ReceiptRow, receiptContent } from '@handsfree/core/receipts'
import { print } from '../../parts/print/print.tsx'
import styles from './print-receipt.module.css'

const TableRow = ({ label, value, detail }: ReceiptRow) => (
  <tr>
    <th scope="row">
      {label}
      {detail && <small>{detail}</small>}
    </th>
    <td>{value}</td>
  </tr>
)

/** Prints an order's receipt on A4. */
export function printReceipt(order: Order, options: ReceiptOptions): void {
  const { brand, title, facts, tables, footer } = receiptContent(order, options)
  print(
    <main className={styles.receipt}>
      <p>{brand}</p>
      <h1>{title}</h1>
      <dl>
        {facts.map(({ label, value, detail }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {value}
              {detail && <small>{detail}</small>}
            </dd>
          </div>
        ))}
      </dl>
      {tables.map(({ title, rows, total }) => (
        <section key={title}>
          <h2>{title}</h2>
          <table>
            <tbody>
              {rows.map((row, index) => (
                <TableRow key={index} {...row} />
              ))}
            </tbody>
            <tfoot>
              <TableRow {...total} />
            </tfoot>
          </table>
        </section>
      ))}
      <footer>
        {footer.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </footer>
    </main>,
  )
}
