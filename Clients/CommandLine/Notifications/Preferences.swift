import ArgumentParser
import Balise

struct Preferences: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show and change your notification preferences.", subcommands: [Show.self, Change.self],
        defaultSubcommand: Show.self)

    struct Show: ClientCommand {
        static let configuration = CommandConfiguration(abstract: "Show your notification preferences.")
        @OptionGroup var common: CommonOptions

        func run(_ context: CommandContext) async throws {
            context.show(try await context.client.preferences.current())
        }
    }

    struct Change: ClientCommand {
        static let configuration = CommandConfiguration(
            commandName: "set",
            abstract: "Change your notification preferences. Options that you omit keep their values.")
        @OptionGroup var common: CommonOptions
        @Option(help: ArgumentHelp("Notify you of offers.", valueName: "true|false"))
        var offers: Bool?
        @Option(help: ArgumentHelp("Notify you of events.", valueName: "true|false"))
        var events: Bool?
        @Option(help: ArgumentHelp("Notify you of professionals.", valueName: "true|false"))
        var professionals: Bool?
        @Option(help: ArgumentHelp("The radius in kilometres, 5 to 50.", valueName: "kilometres"))
        var radius: Int?
        @Option(help: ArgumentHelp("A category. Repeat the option for more.", valueName: "category"))
        var category: [String] = []

        func check() throws {
            guard offers != nil || events != nil || professionals != nil || radius != nil || !category.isEmpty else {
                throw ValidationError("Give at least one option to change.")
            }
        }

        func run(_ context: CommandContext) async throws {
            var preferences = try await context.client.preferences.current()
            preferences.notifyNewOffers = offers ?? preferences.notifyNewOffers
            preferences.notifyLocalEvents = events ?? preferences.notifyLocalEvents
            preferences.notifyNewProNearby = professionals ?? preferences.notifyNewProNearby
            preferences.notificationRadius = radius ?? preferences.notificationRadius
            if !category.isEmpty { preferences.preferredCategories = category }
            context.show(try await context.client.preferences.set(preferences))
        }
    }
}

extension CommandContext {
    fileprivate func show(_ preferences: NotificationChoices) {
        func word(_ flag: Bool) -> String { flag ? "yes" : "no" }
        show(preferences) {
            """
            offers         \(word(preferences.notifyNewOffers))
            events         \(word(preferences.notifyLocalEvents))
            professionals  \(word(preferences.notifyNewProNearby))
            radius         \(preferences.notificationRadius) km
            categories     \(preferences.preferredCategories.map(\.printable).joined(separator: ", "))
            """
        }
    }
}
