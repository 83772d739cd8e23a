import BaliseAPI

@testable import Edge

@Suite("The definition of a call") struct CallDefinitionTests {
    @Test("has a handler that serves whom it lets in", arguments: AppRoutes.all + EcoveloRoutes.all(programs: []))
    func handlers(_ route: Route<AppHandler>) {
        #expect(route.handler.serves(route.audience), "\(route.method) \(route.path)")
        #expect(!route.successes.isEmpty)
    }

    @Test("lets nobody in whom its handler cannot serve")
    func misfits() {
        #expect(!AppHandler.apiKey(announce).serves(.session) && !AppHandler.apiKey(announce).serves(nil))
        #expect(!AppHandler.anybody(signIn).serves(.session))
        #expect(!AppHandler.account(servesStale: true, getPreferences).serves(.recentSession))
    }
}
