/** A column of a table or of a spreadsheet. */
export interface Column<Row> {
  title: string;
  /** Whether a table shows all of it, however narrow the screen is. */
  whole?: boolean;
  of(row: Row): string;
}

/** How the rows of one kind are shown. */
export interface View<Row> {
  /** For a screen: what tells the rows apart. */
  table: readonly Column<Row>[];
  /** For a spreadsheet: everything. */
  csv: readonly Column<Row>[];
  /** For a program: everything. */
  json(row: Row): unknown;
}
