// That the calls of apps are answered as their definitions say: for whom, and with which status.

import BaliseAPI
import HTTPTypes
import Models
import Testing

@testable import Edge

@Suite("The definition of a call") struct CallDefinitionTests {
    private func route(of call: APICase) throws -> Route<AppHandler> {
        let route = AppRoutes.all.first { $0.method.rawValue == call.method && AppAPI.root + $0.path == call.template }
        return try #require(route)
    }

    @Test("has a handler that serves whom it lets in", arguments: AppRoutes.all + EcoveloRoutes.all(programs: []))
    func handlers(_ route: Route<AppHandler>) {
        #expect(route.handler.serves(route.audience), "\(route.method) \(route.path)")
        #expect(!route.successes.isEmpty)
    }

    @Test("names the status of success", arguments: APICase.all.filter { $0.owner < 300 })
    func statuses(_ call: APICase) throws {
        #expect(try route(of: call).successes.map(\.code).contains(call.owner))
    }

    @Test("names who may call", arguments: APICase.all)
    func audiences(_ call: APICase) throws {
        let audience = try route(of: call).audience
        switch audience {
        case .anybody, .anybodyOrSession: #expect(call.isForAnybody)
        case .session, .recentSession: #expect(!call.isForAnybody && !call.isForPublishers)
        case .apiKey(let scopes): #expect(Set(scopes.map(\.rawValue)) == Set(call.scopes.map(\.rawValue)))
        case nil: Issue.record("it says nothing of that")
        }
    }

    @Test("lets nobody in whom its handler cannot serve")
    func misfits() {
        #expect(!AppHandler.apiKey(announce).serves(.session) && !AppHandler.apiKey(announce).serves(nil))
        #expect(!AppHandler.anybody(signIn).serves(.session))
        #expect(!AppHandler.account(servesStale: true, getPreferences).serves(.recentSession))
    }
}
