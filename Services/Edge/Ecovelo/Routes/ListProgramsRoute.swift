import BaliseAPI

/// Every caller may read them, even with an expired token.
func listPrograms(_ programs: [String]) -> Answer {
    .body(EcoveloProgramList(programs: programs.map { EcoveloProgram(id: $0) }, hasMore: false))
}
