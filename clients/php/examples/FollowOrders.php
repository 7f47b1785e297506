<?php

declare(strict_types=1);

namespace App\Console\Commands;

use App\Models\Shipment;
use Illuminate\Console\Command;
use Illuminate\Support\Facades\DB;
use Msingi\Client;
use Msingi\Live\Change;
use Msingi\Live\Position;
use Msingi\Live\Status;

/**
 * FollowOrders is a command of Laravel: `php artisan orders:follow`, under Supervisor or systemd. Your database has the
 * tables `shipments`, with a unique `order_id`, and `positions`, with a row of the name `orders` and the position null.
 */
final class FollowOrders extends Command
{
    protected $signature = 'orders:follow';
    protected $description = 'Makes a shipment of every order';

    public function handle(): int
    {
        $client = new Client(...config('services.msingi')); // url, project and key
        $place = fn () => DB::table('positions')->where('name', 'orders');
        $store = fn (Position $position) => $place()->update(['position' => (string) $position]);
        $ship = fn (array $order) => Shipment::firstOrCreate(['order_id' => $order['id']]);
        $client->subscribe(
            'orders',
            // What it does and where it stands are one transaction: each order is shipped once, whatever dies.
            fn (Change $change) => DB::transaction(function () use ($change, $ship, $store): void {
                $ship($change->record);
                $store($change->position);
            }),
            events: ['INSERT'],
            after: $place()->value('position'),
            // The place before the first order, and those behind changes that are none of ours.
            onPosition: $store,
            onStatus: function (Status $status, ?\Throwable $reason) use ($client, $ship): void {
                if ($status === Status::Gap) {
                    // It was away for longer than the server keeps changes.
                    foreach ($client->from('orders') as $order) {
                        $ship($order);
                    }
                }
                if ($status === Status::Closed && $reason !== null) {
                    throw $reason;
                }
            },
        );
        while ($client->run(300.0)) {
            DB::purge(); // connections that stood idle may have ended
        }
        return self::SUCCESS;
    }
}
