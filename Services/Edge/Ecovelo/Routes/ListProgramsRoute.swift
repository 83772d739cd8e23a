// GET programs: for whom the web app can be used here.

import BaliseAPI

/// Anybody may know, also somebody whose token is over.
func listPrograms(_ programs: [String]) -> Answer {
    .body(EcoveloProgramList(programs: programs.map { EcoveloProgram(id: $0) }, hasMore: false))
}
