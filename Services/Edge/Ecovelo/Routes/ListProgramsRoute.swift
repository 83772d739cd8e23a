// GET programs: for whom the web app can be used here.

import BaliseAPI

/// Anybody may know, also somebody whose token is over.
func listPrograms(_ programs: [String]) -> Answer {
    .body(ProgramListBody(programs: programs.map { ProgramBody(id: $0) }, hasMore: false))
}
