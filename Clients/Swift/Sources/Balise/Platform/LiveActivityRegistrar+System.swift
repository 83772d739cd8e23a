#if os(iOS)
    public import ActivityKit
    import Foundation

    @available(iOS 16.2, *)
    extension LiveActivityRegistrar {
        /// Keeps the tokens of a running activity registered until it ends, and reports its end to the server.
        /// - Parameter activity: The result of `Activity.request(attributes:content:pushType:)` with the push type
        ///   `.token`, or one of `Activity<…>.activities` after a restart.
        /// - Parameter name: The name that the app and its publisher use for it.
        public nonisolated func follow<Attributes: ActivityAttributes>(
            _ activity: Activity<Attributes>, as name: String
        ) async {
            await follow(name, type: String(describing: Attributes.self), activity.pushTokenUpdates)
        }

        /// Keeps the token registered with which a publisher starts activities of a type.
        @available(iOS 17.2, *)
        public nonisolated func followStarts<Attributes: ActivityAttributes>(of type: Attributes.Type) async {
            await followStarts(of: String(describing: type), Activity<Attributes>.pushToStartTokenUpdates)
        }

        /// Follows every activity of a type that a publisher starts, including those that already run.
        /// - Parameter name: Reads the publisher's name of an activity from its attributes.
        @available(iOS 17.2, *)
        public nonisolated func followAll<Attributes: ActivityAttributes & SendableMetatype>(
            of type: Attributes.Type, naming name: @escaping @Sendable (Attributes) -> String
        ) async {
            await withDiscardingTaskGroup { group in
                for await activity in Activity<Attributes>.activityUpdates {
                    group.addTask { await self.follow(activity, as: name(activity.attributes)) }
                }
            }
        }
    }
#endif
