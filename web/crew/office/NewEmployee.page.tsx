import { employeeRoles, operatorGetCatalogue } from '@handsfree/core/contract'
import { createOfficeAct, selectOfficeResult, selectSendingCall, toNewEmployee } from '@handsfree/core/office'
import { createReading } from '@handsfree/core/realtime'
import { useSelector } from '@xstate/react'
import type { SyntheticEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Redirect } from 'wouter'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { Button, ChipGroup, Field, SelectControl, TextControl } from '../../ui/index.ts'
import { useFilters } from '../useFilters.ts'
import styles from './Employee.module.css'
import { OfficePage } from './OfficePage.tsx'
import { OfficeProblem } from './OfficeProblem.tsx'
import { OfficeReading } from './OfficeReading.tsx'

type Places = { sites: readonly Place[]; regions: readonly Place[] }
type Place = { id: string; name: string }

export default function OfficeNewEmployee() {
  const intl = useIntl()
  const sites = useScreenActor((app) =>
    createReading(app, operatorGetCatalogue, { query: { kind: 'sites' } }),
  )
  const regions = useScreenActor((app) =>
    createReading(app, operatorGetCatalogue, { query: { kind: 'regions' } }),
  )
  const locale = intl.locale as 'en-US' | 'zh-CN'
  return (
    <OfficePage titleKey="crewOffice.addEmployee" fallback="/crew/office/employees">
      <OfficeReading reading={sites}>
        {(withSites) => (
          <OfficeReading reading={regions}>
            {(withRegions) => (
              <NewEmployeeForm
                sites={withSites.catalogue.sites
                  .filter(({ closed }) => !closed)
                  .map(({ siteId, name }) => ({ id: siteId, name: name[locale] }))}
                regions={withRegions.catalogue.regions
                  .filter(({ closed }) => !closed)
                  .map(({ regionId, name }) => ({ id: regionId, name: name[locale] }))}
              />
            )}
          </OfficeReading>
        )}
      </OfficeReading>
    </OfficePage>
  )
}

function NewEmployeeForm({ sites, regions }: Places) {
  const intl = useIntl()
  const { filterOf, set } = useFilters()
  const actor = useScreenActor((app) => createOfficeAct(app, () => {}))
  const added = useSelector(actor, selectOfficeResult('addEmployee'))
  const isBusy = useSelector(actor, selectSendingCall) !== null
  const role = employeeRoles.find((one) => one === filterOf('role')) ?? 'courier'
  if (added) return <Redirect to={`/crew/office/employees/${added.employeeId}`} replace />
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    const body = toNewEmployee(role, Object.fromEntries(new FormData(event.currentTarget)))
    if (body) actor.send({ type: 'act.send', act: { name: 'addEmployee', request: { body } } })
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <ChipGroup
        label={intl.formatMessage({ id: 'crewOffice.role' })}
        options={employeeRoles.map((value) => ({
          value,
          label: intl.formatMessage({ id: 'crewAccount.member' }, { role: value }),
        }))}
        value={role}
        onChange={(value) => set('role', value)}
      />
      <Field label={intl.formatMessage({ id: 'crewOffice.name' })}>
        <TextControl name="name" required maxLength={60} autoComplete="off" />
      </Field>
      <Field
        label={intl.formatMessage({ id: 'crewOffice.phone' })}
        hint={intl.formatMessage({ id: 'crewOffice.phoneHint' })}
      >
        <TextControl
          name="phone"
          type="tel"
          required
          pattern="\+[0-9][0-9 \-]{4,19}"
          title={intl.formatMessage({ id: 'crewOffice.phoneHint' })}
          autoComplete="off"
        />
      </Field>
      {role === 'site' && (
        <Field label={intl.formatMessage({ id: 'crewOffice.site' })}>
          <SelectControl name="siteId" required defaultValue="">
            <option value="" disabled>
              {intl.formatMessage({ id: 'crewOffice.choose' })}
            </option>
            <Options places={sites} />
          </SelectControl>
        </Field>
      )}
      {role === 'courier' && (
        <>
          <Field label={intl.formatMessage({ id: 'crewOffice.region' })}>
            <SelectControl name="regionId" defaultValue="">
              <option value="">{intl.formatMessage({ id: 'crewOffice.everyRegion' })}</option>
              <Options places={regions} />
            </SelectControl>
          </Field>
          <Field
            label={intl.formatMessage({ id: 'crewOffice.plate' })}
            hint={intl.formatMessage({ id: 'crewOffice.plateHint' })}
          >
            <TextControl name="plate" maxLength={20} autoComplete="off" autoCapitalize="characters" />
          </Field>
        </>
      )}
      <OfficeProblem actor={actor} />
      <Button type="submit" busy={isBusy}>
        <FormattedMessage id="crewOffice.addEmployee" />
      </Button>
    </form>
  )
}

const Options = ({ places }: { places: readonly Place[] }) =>
  places.map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ))
