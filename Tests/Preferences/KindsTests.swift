import Isolation
import Models
import Storage
import Testing

@testable import Preferences

@Suite("Kinds, topics and tags", .timeLimit(.minutes(10)))
struct KindsTests {
    private let stores = ScratchStores()

    private let ada = AccountID("ada")!
    private let ben = AccountID("ben")!
    private let rules = PreferenceRules(
        categories: ["FOOD"],
        kinds: NotificationKinds(naming: [
            NotificationKind("orders"), NotificationKind("tips", isOnAtFirst: false),
            NotificationKind("security", isMandatory: true),
        ]), openTopics: NamePatterns(["news-*", "all"]))

    private func context(_ store: PreferenceStore) -> PreferenceContext {
        PreferenceContext(rules: rules, store: store, clock: SetClock())
    }

    private let message = MessageContext(requestID: "test")

    private func code(_ body: () async throws -> Void) async -> ErrorCode? {
        do {
            try await body()
            return nil
        } catch let error as ServiceError {
            return error.code
        } catch let error as PreferenceStoreError {
            if case .refused(let refusal) = error { return refusal.answer.code }
            return .internalFailure
        } catch { return .internalFailure }
    }

    @Test("A kind is on or off as the operator says until the user switches it", arguments: StoreKind.allCases)
    func kinds(kind: StoreKind) async throws {
        let store = try stores.preferences(kind)
        let service = context(store)
        func on() async throws -> [String] {
            try await service.getKinds(GetKinds(account: ada), message).kinds.filter(\.enabled).map(\.name)
        }
        func set(_ choices: (String, Bool)...) async throws {
            let choices = choices.map { NotificationKindChoice(name: $0.0, enabled: $0.1) }
            _ = try await service.setKinds(SetKinds(account: ada, choices: choices), message)
        }
        #expect(try await on() == ["OFFER", "EVENT", "PROFESSIONAL", "arrivals", "new-readers", "orders", "security"])
        try await set(("tips", true), ("orders", false), ("EVENT", false))
        #expect(try await on() == ["OFFER", "PROFESSIONAL", "arrivals", "new-readers", "tips", "security"])
        // The switches of the app of announcements are the same ones.
        let said = try await service.getPreferences(GetPreferences(account: ada), message)
        #expect(said.choices?.notifyLocalEvents == false && said.choices?.notifyNewOffers == true)
        try await set(("tips", false), ("orders", true))
        #expect(try await store.getPreferences(ada).told.kindsOn == ["orders"])
        #expect(try await store.getPreferences(ada).told.kindsOff == ["tips"])
        #expect(await code { try await set(("security", false)) } == .invalidRequest)
        #expect(await code { try await set(("nothing", true)) } == .invalidRequest)
        try await set(("security", true), ("arrivals", false))
        #expect(try await store.getPreferences(ada).told.kindsOff?.contains("arrivals") == true)
    }

    @Test("Users subscribe to open topics, and programs assign the others", arguments: StoreKind.allCases)
    func topics(kind: StoreKind) async throws {
        let store = try stores.preferences(kind)
        let service = context(store)
        func subscribe(_ topic: String, _ isSubscribed: Bool = true) async throws -> [String]? {
            let request = SubscribeTopic(account: ada, topic: topic, isSubscribed: isSubscribed)
            return try await service.subscribeTopic(request, message).topics
        }
        func give(_ topic: String, add: [AccountID] = [], remove: [AccountID] = [], _ limits: PublishingLimits? = nil)
            async throws
        {
            _ = try await service.changeTopicMembers(
                ChangeTopicMembers(topic: topic, added: add, removed: remove, limits: limits), message)
        }
        #expect(try await subscribe("news-1") == ["news-1"])
        #expect(try await subscribe("all") == ["all", "news-1"])
        #expect(try await subscribe("news-1", false) == ["all"])
        #expect(await code { _ = try await subscribe("members") } == .forbidden)
        #expect(await code { _ = try await subscribe("news-é") } == .invalidRequest)
        try await give("members", add: [ada, ben])
        try await give("members", remove: [ben])
        #expect(try await store.getPreferences(ada).told.givenTopics == ["members"])
        #expect(try await store.getPreferences(ben).told.givenTopics == nil)
        #expect(await code { try await give("news-1", add: [ada]) } == .forbidden)
        #expect(await code { try await give("x", add: [ada], PublishingLimits(topics: ["y"])) } == .forbidden)
        #expect(await code { try await give("x") } == .invalidRequest)
        #expect(await code { try await give("x", add: [ada], remove: [ada]) } == .invalidRequest)
        for number in 2...SubscribeTopic.maximumTopics { try await give("t\(number)", add: [ada]) }
        // A lack of room is not an error: the error would reveal the topics of a user.
        for topic in ["one-more", "members"] { try await give(topic, add: [ben, ada]) }
        #expect(try await store.getPreferences(ben).givenTopics == ["members", "one-more"])
        let given = try await store.getPreferences(ada).givenTopics
        #expect(given.count == SubscribeTopic.maximumTopics && !given.contains("one-more"))
        for number in 2...SubscribeTopic.maximumTopics { _ = try await subscribe("news-\(number)") }
        #expect(await code { _ = try await subscribe("news-x") } == .conflict)
    }

    @Test("When a topic is opened, users whom programs had assigned leave it", arguments: StoreKind.allCases)
    func openedLater(kind: StoreKind) async throws {
        let store = try stores.preferences(kind)
        _ = try await context(store).changeTopicMembers(
            ChangeTopicMembers(topic: "club", added: [ada, ben], removed: [], limits: nil), message)
        var opened = rules
        opened.openTopics = NamePatterns(["club"])
        let service = PreferenceContext(rules: opened, store: store, clock: SetClock())
        _ = try await service.subscribeTopic(SubscribeTopic(account: ada, topic: "club", isSubscribed: false), message)
        #expect(try await store.getPreferences(ada).givenTopics == [])
        _ = try await service.changeTopicMembers(
            ChangeTopicMembers(topic: "club", added: [], removed: [ben], limits: nil), message)
        #expect(try await store.getPreferences(ben).givenTopics == [])
        #expect(
            await code {
                _ = try await service.changeTopicMembers(
                    ChangeTopicMembers(topic: "club", added: [ben], removed: [], limits: nil), message)
            } == .forbidden)
    }

    @Test("Programs assign topics and tags to users, at most twenty each", arguments: StoreKind.allCases)
    func tags(kind: StoreKind) async throws {
        let store = try stores.preferences(kind)
        let service = context(store)
        func tag(add: [String] = [], remove: [String] = [], _ limits: PublishingLimits? = nil) async throws {
            _ = try await service.changeTags(
                ChangeTags(accounts: [ada, ben], added: add, removed: remove, limits: limits), message)
        }
        try await tag(add: ["plan:pro", "vip"])
        try await tag(add: ["plan:free"], remove: ["plan:pro"])
        #expect(try await store.getPreferences(ada).told.tags == ["plan:free", "vip"])
        #expect(await code { try await tag(add: ["a b"]) } == .invalidRequest)
        #expect(await code { try await tag(add: ["a"], remove: ["a"]) } == .invalidRequest)
        #expect(await code { try await tag(add: ["a"], PublishingLimits(topics: ["t"])) } == .forbidden)
        try await tag(add: (3...ChangeTags.maximumTags).map { "t\($0)" })
        // A lack of room is not an error: the error would reveal the tags of a user.
        for tags in [["more"], ["vip"], ["vip", "more"]] { try await tag(add: tags) }
        let kept = try await store.getPreferences(ada).tags
        #expect(kept.count == ChangeTags.maximumTags && kept.contains("vip") && !kept.contains("more"))
        #expect(
            await code {
                let request = ChangeTags(accounts: [ada], added: ["more"], removed: [], isOperator: true)
                _ = try await service.changeTags(request, message)
            } == .invalidRequest)
        #expect(try await store.getPreferences(ada).tags == kept, "an operator is told, and nothing changes")
        try await tag(add: ["in-its-place"], remove: ["t3"])
        #expect(try await store.getPreferences(ada).tags.contains("in-its-place"))
        try await tag(add: ["t3"], remove: ["in-its-place"])
        #expect(await code { try await tag(add: (0...ChangeTags.maximumTags).map { "a\($0)" }) } == .invalidRequest)
        try await tag(remove: ["vip", "plan:free"] + (3...ChangeTags.maximumTags).map { "t\($0)" })
        #expect(try await store.getPreferences(ben).told == NotificationPreferences())
    }
}
