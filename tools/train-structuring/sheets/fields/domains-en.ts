import { type Domain, dimension, measure } from './domain.ts'

const NAMES =
  'Allen Baker Carter Diaz Evans Foster Garcia Hughes Irwin Jensen Khan Lopez Morgan Novak Owens Patel Quinn Rossi Stone Turner'

export const ENGLISH_DOMAINS: readonly Domain[] = [
  {
    title: 'Sales report',
    thing: dimension(
      'Product',
      'Notebook Stapler Marker Lamp Chair Desk Router Headset Monitor Keyboard Cable Binder Shredder',
    ),
    dimensions: [
      dimension('Region', 'North South East West Central'),
      dimension('Channel', 'Retail Online Partner'),
      dimension('Segment', 'Office Home School'),
    ],
    measures: [
      measure('Revenue 150 98000 USD'),
      measure('Units 2 900 .'),
      measure('Discount 5 4000 USD'),
      measure('Cost 90 61000 USD'),
      measure('Returns 1 80 .'),
    ],
    remarks: ['new', 'on hold', 'see note', 'seasonal'],
  },
  {
    title: 'Operating expenses',
    thing: dimension(
      'Account',
      'Travel Postage Rent Insurance Software Training Utilities Legal Marketing Repairs Catering Freight Telephone Cleaning',
    ),
    dimensions: [
      dimension('Department', 'Finance Sales Operations Engineering Support'),
      dimension('Paid by', 'card transfer cash'),
    ],
    measures: [measure('Amount 12 18400 EUR 2'), measure('Tax 2 3400 EUR 2'), measure('Invoices 1 60 .')],
    remarks: ['paid', 'disputed', 'accrued', 'no receipt'],
  },
  {
    title: 'Staff list',
    thing: dimension('Employee', NAMES),
    dimensions: [
      dimension('Team', 'Design Platform Support Field Admin'),
      dimension('Grade', 'G3 G4 G5 G6'),
      dimension('Contract', 'permanent fixed-term agency'),
    ],
    measures: [
      measure('Base_pay 24000 98000 GBP'),
      measure('Bonus 200 12000 GBP'),
      measure('Days_off 1 28 .'),
      measure('Age 19 66 .'),
    ],
    remarks: ['on leave', 'remote', 'part time'],
  },
  {
    title: 'Stock on hand',
    thing: dimension('Item', 'Valve Gasket Bearing Belt Filter Fuse Relay Pump Hose Clamp Bracket Switch Sensor'),
    dimensions: [
      dimension('Warehouse', 'Main Annex Port'),
      dimension('Bin', 'A1 A2 B1 B4 C2'),
      dimension('Supplier', 'Acme Borealis Cobalt Dunmore'),
    ],
    measures: [
      measure('Quantity 1 5200 pcs'),
      measure('Unit_price 0.4 640 USD 2'),
      measure('Received 5 800 pcs'),
      measure('Issued 5 800 pcs'),
      measure('Reorder_level 5 200 pcs'),
    ],
    remarks: ['obsolete', 'back order', 'substitute'],
  },
  {
    title: 'Clinic visits',
    thing: dimension('Clinic', 'Riverside Hillcrest Parkview Lakeside Oakwood Fairfield Brookline Elmhurst Northgate'),
    dimensions: [dimension('Type', 'new follow-up urgent'), dimension('Payer', 'public private self-pay')],
    measures: [
      measure('Visits 10 3900 .'),
      measure('No-shows 1 190 .'),
      measure('Wait_time 3 88 min 1'),
      measure('Charges 400 92000 USD'),
    ],
    remarks: ['closed', 'moved', 'pilot'],
  },
  {
    title: 'Population by district',
    thing: dimension('District', 'Alder Birch Cedar Dogwood Elm Fir Ginkgo Hazel Ivy Juniper Linden Maple'),
    dimensions: [dimension('Zone', 'Coastal Inland Highland'), dimension('Age group', '0-14 15-64 65+')],
    measures: [
      measure('Population 800 310000 .'),
      measure('Households 300 120000 .'),
      measure('Area 5 700 km2 2'),
      measure('Births 3 2600 .'),
    ],
    remarks: ['estimate', 'provisional', 'revised'],
  },
  {
    title: 'Project costs',
    thing: dimension(
      'Task',
      'Survey Design Permits Earthworks Foundations Framing Roofing Wiring Plumbing Painting Landscaping',
    ),
    dimensions: [
      dimension('Phase', 'Planning Build Handover'),
      dimension('Contractor', 'Ames Bexley Corliss Drummond'),
      dimension('Owner', NAMES),
    ],
    measures: [
      measure('Estimate 900 88000 USD'),
      measure('Committed 700 84000 USD'),
      measure('Hours 4 620 h 1'),
      measure('Crew 1 14 .'),
    ],
    remarks: ['late', 'approved', 'change order'],
  },
  {
    title: 'Sensor readings',
    thing: dimension('Station', 'ST-01 ST-02 ST-03 ST-04 ST-05 ST-06 ST-07 ST-08 ST-09'),
    dimensions: [dimension('Basin', 'upper middle lower'), dimension('Status', 'ok service fault')],
    measures: [
      measure('Flow 0.2 48 m3/s 2'),
      measure('Level 0.1 9 m 2'),
      measure('Turbidity 1 380 NTU 1'),
      measure('Temperature 2 31 C 1'),
    ],
    remarks: ['calibrated', 'drift', 'battery low'],
  },
]

/** Names that hold the words of a total and are none. */
export const ENGLISH_DECOYS = [
  'Total Care',
  'Sumner',
  'Meanwood',
  'Summit',
  'Average Joe',
  'Maxwell',
  'Minster',
  'Totalgaz',
]
