// The tokens of ActivityKit.

#if os(iOS)
    public import ActivityKit
    import Foundation

    @available(iOS 16.2, *)
    extension LiveActivityRegistrar {
        /// Keeps a running activity's tokens registered until it ends, and tells the server then.
        ///
        /// - Parameters:
        ///   - activity: As `Activity.request(attributes:content:pushType:)` gave it, with the push type `.token`, or one
        ///     of `Activity<…>.activities` after a restart.
        ///   - name: What the app and its publisher call it.
        public nonisolated func follow<Attributes: ActivityAttributes>(
            _ activity: Activity<Attributes>, as name: String
        ) async {
            await follow(name, type: String(describing: Attributes.self), activity.pushTokenUpdates)
        }

        /// Keeps the token registered by which a publisher starts activities of a type.
        @available(iOS 17.2, *)
        public nonisolated func followStarts<Attributes: ActivityAttributes>(of type: Attributes.Type) async {
            await followStarts(of: String(describing: type), Activity<Attributes>.pushToStartTokenUpdates)
        }

        /// Follows every activity of a type that a publisher starts, those that run already among them.
        ///
        /// - Parameter name: What its publisher calls an activity, as its attributes say it.
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
